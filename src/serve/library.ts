import type { DashboardSource } from './dashboard-source.ts';
import { type Book, openBook } from './book.ts';
import { openStream, type EventStream } from './stream.ts';

export type Shelf = { readonly book: Book; readonly stream: EventStream };

/** The books that somebody has asked for, each opened once. */
export type Library = {
  /** The epic of that name; without a name the one written last. */
  shelf(epic: string | null): Shelf;
  close(): void;
};

export function openLibrary(desk: DashboardSource): Library {
  const shelves = new Map<string, Shelf>();
  const put = (epic: string): Shelf => {
    const book = openBook(desk.open(epic), () => forget(epic));
    const shelf = { book, stream: openStream(book) };
    shelves.set(epic, shelf);
    return shelf;
  };
  /** The journal is not what it was: pages connect again and read the one that is there then. */
  const forget = (epic: string): void => {
    const shelf = shelves.get(epic);
    shelves.delete(epic);
    shelf?.stream.close();
    shelf?.book.close();
  };
  return {
    shelf(epic) {
      const id = epic ?? desk.epics()[0] ?? '';
      return shelves.get(id) ?? put(id);
    },
    close: () => {
      for (const epic of shelves.keys()) forget(epic);
    },
  };
}
