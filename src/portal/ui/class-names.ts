import { clsx, type ClassValue } from "clsx";
import { twMerge } from "tailwind-merge";

/** Joins class names; of conflicting utilities the later one wins. */
export function cn(...names: ClassValue[]): string {
  return twMerge(clsx(names));
}
