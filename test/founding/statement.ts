// A statement of the founding documents and what a user sees of it.

/** `better`: more than the document asks for. `differs`: something else, on purpose. Both say why in one line. */
type Result = 'works' | 'better' | 'differs';
export type Statement = { readonly text: string; readonly result: Result; readonly why: string };

export const works = (text: string): Statement => ({ text, result: 'works', why: '' });
export const better = (text: string, why: string): Statement => ({ text, result: 'better', why });
export const differs = (text: string, why: string): Statement => ({ text, result: 'differs', why });
