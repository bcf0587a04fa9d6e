/** Bytes that file systems take, with room for the folder that a tree is checked out in. */
export const longestName = 255;
export const longestPath = 3500;
