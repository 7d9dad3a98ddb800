"use client";

import { createContext, useContext, useId, useMemo, useState } from "react";
import type { ReactNode } from "react";

interface LockedKey {
  key: string;
  setKey: (key: string) => void;
}

const LockedKeyContext = createContext<LockedKey>({ key: "", setKey: () => undefined });

/** Holds the reader's key in this tab's memory alone, from page to page of the reference: it is gone on a reload. */
export function KeyHolder({ children }: { children: ReactNode }) {
  const [key, setKey] = useState("");
  const held = useMemo(() => ({ key, setKey }), [key]);
  return <LockedKeyContext value={held}>{children}</LockedKeyContext>;
}

export function useKey(): string {
  return useContext(LockedKeyContext).key;
}

/** Asks for the key before anything else of a page. */
export function ReferenceKeyField() {
  return (
    <div className="key">
      <KeyField
        label="Integration key, to try requests"
        hint="Sent to this server alone, kept in this tab’s memory alone while you read the reference: it is gone when you leave or reload."
      />
    </div>
  );
}

/** The same key wherever it is asked for. */
export function KeyField({ label, hint }: { label: string; hint?: string }) {
  const { key, setKey } = useContext(LockedKeyContext);
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="password"
        value={key}
        onChange={(change) => setKey(change.target.value.trim())}
        autoComplete="off"
        spellCheck={false}
        placeholder="cpk_…"
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
      />
      {hint !== undefined && <p id={`${id}-hint`}>{hint}</p>}
    </div>
  );
}
