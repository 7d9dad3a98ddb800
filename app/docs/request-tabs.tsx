"use client";

import { createContext, useContext, useId, useMemo, useState, type ReactNode } from "react";
import type { Operation } from "../../src/reference/document.ts";
import { languages } from "../../src/reference/snippets.ts";
import { Sample } from "./sample.tsx";

const first = "curl";

interface ChosenLanguage {
  language: string;
  setLanguage: (language: string) => void;
}

const LanguageContext = createContext<ChosenLanguage>({ language: first, setLanguage: () => undefined });

/** The reader's language, the same for all operations until a reload. */
export function LanguageHolder({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(first);
  const chosen = useMemo(() => ({ language, setLanguage }), [language]);
  return <LanguageContext value={chosen}>{children}</LanguageContext>;
}

/**
 * The operation's example in the chosen language. Radio buttons: Radix's tabs have inline styles, which the content
 * policy rejects.
 */
export function RequestTabs({ operation }: { operation: Operation }) {
  const { language, setLanguage } = useContext(LanguageContext);
  const group = useId();
  return (
    <>
      <fieldset className="tabs">
        <legend className="unseen">Language of the example</legend>
        {languages.map(({ name }) => (
          <label key={name} className="tab">
            <input
              type="radio"
              name={group}
              className="unseen"
              checked={name === language}
              onChange={() => setLanguage(name)}
            />
            {name}
          </label>
        ))}
      </fieldset>
      {languages.map(
        ({ name, write }) =>
          name === language && <Sample key={name} title={`Request in ${name}`} text={write(operation)} />,
      )}
    </>
  );
}
