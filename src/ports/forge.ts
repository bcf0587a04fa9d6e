/** One request to the interface of a forge, such as `POST /repos/o/r/issues/1/comments`. */
export type ForgeRequest = {
  readonly method: 'GET' | 'POST' | 'PATCH';
  /** With its query; always begins with a slash. */
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
};

export type ForgeReply = { readonly status: number; readonly body: unknown };

/**
 * Where pull requests are. Contract: `send` sends once and answers with whatever the forge said, refusals too; it rejects
 * only where nothing came back that can be read. Nothing it says or rejects with holds a key.
 */
export type Forge = {
  /** `owner/name` of the repository. */
  readonly slug: string;
  /** How it is reached, for people. */
  readonly how: string;
  send(request: ForgeRequest): Promise<ForgeReply>;
};
