import { createElement, Fragment, type ReactNode } from "react";
import { readPageLocale, type Locale } from "./pick-locale.ts";

/** A sentence, labels by value, the noun of one and of several, or a sentence with values. */
type Message =
  | string
  | Readonly<Record<string, string>>
  | readonly [one: string, other: string]
  | ((...values: never[]) => ReactNode);

type Translatable<T> = T extends string
  ? string
  : T extends (...values: infer Values) => string
    ? (...values: Values) => string
    : T extends (...values: never[]) => ReactNode
      ? T
      : { readonly [Key in keyof T]: string };

type Catalog<T> = { readonly [Name in keyof T]: Translatable<T[Name]> };

/**
 * The strings of a component, in English and as far as they are translated. A member is read in the language of the
 * page, or else in English.
 */
export function catalog<const T extends Readonly<Record<string, Message>>>(
  english: T,
  translations: Partial<Record<Locale, Partial<Catalog<T>>>> = {},
): Catalog<T> {
  return new Proxy(english as Catalog<T>, {
    get: (_, name) => translations[readPageLocale()]?.[name as keyof T] ?? english[name as keyof T],
  });
}

/** An element around a part of a sentence, such as a link. */
export type Wrap = (text: ReactNode) => ReactNode;

/** A sentence with elements, which a translation can put in another order: rich`Next attempt ${time}`. */
export function rich(texts: TemplateStringsArray, ...parts: ReactNode[]): ReactNode {
  return createElement(Fragment, null, ...texts.flatMap((text, index) => [text, parts[index]]));
}
