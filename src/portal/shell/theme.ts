import { useSyncExternalStore } from "react";
import { themeLabels as t } from "./strings.ts";

export type Theme = "system" | "light" | "dark";

export const themes = [
  { value: "system", label: t.system },
  { value: "light", label: t.light },
  { value: "dark", label: t.dark },
] as const satisfies readonly { value: Theme; label: string }[];

const listeners = new Set<() => void>();

/** In a cookie, so that the server renders it and nothing flashes. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, readTheme, () => "system" as const);
  return [theme, chooseTheme];
}

function subscribe(changed: () => void): () => void {
  listeners.add(changed);
  return () => listeners.delete(changed);
}

function readTheme(): Theme {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === "light" || chosen === "dark" ? chosen : "system";
}

function chooseTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  const [value, age] = theme === "system" ? ["", 0] : [theme, 365 * 24 * 3600];
  // oxlint-disable-next-line unicorn/no-document-cookie -- Cookie Store needs https
  document.cookie = `theme=${value}; Path=/; Max-Age=${age}; SameSite=Lax`;
  for (const listener of listeners) listener();
}
