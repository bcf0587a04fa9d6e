export const NUMBERS = 'a number is read from the request and used without asking whether it is one';
