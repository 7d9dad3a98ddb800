import { clsx } from "clsx";
import type { ClassValue } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names; of two utilities that set the same thing, the later one holds. */
export function cn(...names: ClassValue[]): string {
  return twMerge(clsx(names));
}
