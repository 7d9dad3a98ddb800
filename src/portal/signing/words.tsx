"use client";

import { createContext, useContext } from "react";
import { signingStrings, type SigningStrings } from "./strings.ts";

/** The page's texts in the language that its reader chose. */
export const WordsContext = createContext<SigningStrings>(signingStrings.en);

export function useWords(): SigningStrings {
  return useContext(WordsContext);
}
