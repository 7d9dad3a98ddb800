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

interface Choosable {
  label: string;
  isOptional?: boolean;
}

/** @param choices what differs from the design: `Expires=0&Key+ID=1` */
export function isShown({ label, isOptional = false }: Choosable, choices: string): boolean {
  const choice = new URLSearchParams(choices).get(label);
  return choice === null ? !isOptional : choice === "1";
}

/** The choices with one column shown or hidden. */
export function choose(choices: string, column: Choosable, isOn: boolean): string {
  const next = new URLSearchParams(choices);
  if (isOn === isShown(column, "")) next.delete(column.label);
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
  return {
    isShown: (column: Choosable) => isShown(column, choices),
    choose: (column: Choosable, isOn: boolean) => write(key, choose(read(key), column, isOn)),
  };
}
