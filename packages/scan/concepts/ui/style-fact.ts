declare module '../../engine/facts.ts' {
  interface Facts {
    readonly styles: StyleFact[];
  }
}

/** What a file says of the looks of the product. */
export type StyleFact =
  /** `name` is what the colour is given to: a property, a variable (`--brand`, `$brand`), `class`. */
  | {
      readonly is: 'colour';
      readonly colour: string;
      readonly written: string;
      readonly name: string;
      readonly line: number;
    }
  /** A class such as `bg-indigo-600`. */
  | {
      readonly is: 'hue';
      readonly hue: string;
      readonly shade: number;
      /** `bg`, `text`, `from`. */
      readonly paints: string;
      /** Painted on what people click or look at first: a button, a link, a focus, a gradient. */
      readonly isAccent: boolean;
      readonly written: string;
      readonly line: number;
    }
  /** The font that comes first; `isWhole`: for the whole page. */
  | { readonly is: 'font'; readonly family: string; readonly isWhole: boolean; readonly line: number }
  /** `isStep`: a step of the scale of a class framework, whatever it is in pixels. */
  | {
      readonly is: 'space';
      readonly px: number;
      readonly isStep: boolean;
      readonly written: string;
      readonly line: number;
    };
