import { useSyncExternalStore } from "react";
import { useAccount } from "../shell/account-context.tsx";

const listeners = new Set<() => void>();

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  window.addEventListener("storage", changed);
  return () => {
    listeners.delete(changed);
    window.removeEventListener("storage", changed);
  };
}

/** Without storage, as in some private windows, the columns are as designed. */
function read(key: string): string {
  try {
    return window.localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}

function write(key: string, choices: string): void {
  try {
    if (choices === "") window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, choices);
  } catch {
    return;
  }
  for (const listener of listeners) listener();
}

/** Widths of a window, in rem, from which it has room for more columns. */
const steps = [90, 100] as const;
export type WidthStep = (typeof steps)[number];

interface Choosable {
  label: string;
  isOptional?: boolean;
  shownFrom?: WidthStep;
}

/** On a phone a column is a line of its row, and all of them fit. */
const phone = Infinity;

/** The step that a window has reached; 0 below all of them. */
function readStep(): number {
  if (!window.matchMedia("(min-width: 40rem)").matches) return phone;
  return steps.findLast((step) => window.matchMedia(`(min-width: ${step}rem)`).matches) ?? 0;
}

function subscribeToWidth(changed: () => void): () => void {
  window.addEventListener("resize", changed);
  return () => window.removeEventListener("resize", changed);
}

/**
 * @param choices what differs from the design: `Expires=0&Key+ID=1`
 * @param width the step that the window has reached; a file has room for all columns
 */
export function isShown(
  { label, isOptional = false, shownFrom }: Choosable,
  choices: string,
  width: number = Infinity,
): boolean {
  const choice = new URLSearchParams(choices).get(label);
  return choice === null ? !isOptional && width >= (shownFrom ?? 0) : choice === "1";
}

/** The choices with one column shown or hidden. Where the window decides about a column, every choice is kept. */
export function choose(choices: string, column: Choosable, isOn: boolean): string {
  const next = new URLSearchParams(choices);
  if (column.shownFrom === undefined && isOn === isShown(column, "")) next.delete(column.label);
  else next.set(column.label, isOn ? "1" : "0");
  return next.toString();
}

/** The columns that a person chose for a table, remembered in their browser. */
export function useColumnChoices(table: string) {
  const { user } = useAccount();
  const key = `columns:${user.id}:${table}`;
  const choices = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => "",
  );
  const width = useSyncExternalStore(subscribeToWidth, readStep, () => phone);
  return {
    isShown: (column: Choosable) => isShown(column, choices, width),
    isInFile: (column: Choosable) => isShown(column, choices),
    choose: (column: Choosable, isOn: boolean) => write(key, choose(read(key), column, isOn)),
  };
}
