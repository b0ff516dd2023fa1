// context.ts: what every component can reach: the report, the route, and how to change the route.
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Book } from "../model/book";
import type { Query } from "../model/query";
import type { Report } from "../model/report";
import type { Route } from "./route";

export interface App {
  book: Book;
  earlier: Report[]; // with dropped ones, the oldest first
  route: Route;
  query: Query;
  // Replaces the named parts; what belongs to the former page goes when the page changes.
  go: (change: Partial<Route>, replace?: boolean) => void;
  href: (change: Partial<Route>) => string;
  say: (text: string) => void; // for readers of a screen
  take: (files: FileList | File[]) => void;
}

export const AppContext = createContext<App>(null as unknown as App);
export const useApp = () => useContext(AppContext);
