export type Unmounted = {
  readonly file: string;
  readonly line: number;
  readonly name: string;
  readonly kind: 'router' | 'controller' | 'module' | 'endpoints' | 'controllers' | 'addresses' | 'view';
};
