type OptionSettings = {
  readonly choices?: readonly string[];
  readonly initial?: string;
  /** It may be given several times; all values are kept. */
  readonly repeatable?: true;
  readonly required?: true;
};

/** One option: its flags, such as `-o, --output <path>`, its help text, and what else is to be known. */
export type OptionDefinition = readonly [flags: string, text: string, settings?: OptionSettings];

/** One operand: `<needed>`, `[optional]` or `<many...>`, and its help text. */
export type OperandDefinition = readonly [
  name: string,
  text: string,
  settings?: { readonly choices?: readonly string[]; readonly initial?: string },
];

type Camel<Name extends string> = Name extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;

type Long<Flags extends string> = Flags extends `${string}--${infer Rest}`
  ? Rest extends `${infer Name} ${string}`
    ? Name
    : Rest
  : never;

/** The key of an option: `--no-checks` and `--checks` are both `checks`. */
type KeyOf<Flags extends string> = Long<Flags> extends `no-${infer Name}` ? Camel<Name> : Camel<Long<Flags>>;

type WrittenValue<Flags extends string> = Flags extends `${string}<${string}`
  ? string | undefined
  : Flags extends `${string}[${string}`
    ? string | true | undefined
    : Long<Flags> extends `no-${string}`
      ? boolean
      : true | undefined;

type ValueOf<Definition extends OptionDefinition> = Definition extends readonly [
  infer Flags extends string,
  string,
  infer Settings,
]
  ? Settings extends { readonly repeatable: true }
    ? readonly string[] | undefined
    :
        | (Settings extends { readonly choices: readonly (infer Choice)[] }
            ? Choice
            : NonNullable<WrittenValue<Flags>>)
        | (Settings extends { readonly initial: string } | { readonly required: true } ? never : undefined)
  : WrittenValue<Definition[0]>;

/** What a command reads: every option by its name, with the values that its definition allows. */
export type OptionsOf<Defined extends readonly OptionDefinition[]> = {
  readonly [Definition in Defined[number] as KeyOf<Definition[0]>]: ValueOf<Definition>;
};
