"use client";

import { createContext, useContext, useId, useMemo, useState, type ReactNode } from "react";

interface LockedKey {
  key: string;
  setKey: (key: string) => void;
}

const LockedKeyContext = createContext<LockedKey>({ key: "", setKey: () => undefined });

/** The reader's API key, kept in this tab's memory until a reload. */
export function KeyHolder({ children }: { children: ReactNode }) {
  const [key, setKey] = useState("");
  const held = useMemo(() => ({ key, setKey }), [key]);
  return <LockedKeyContext value={held}>{children}</LockedKeyContext>;
}

export function useKey(): string {
  return useContext(LockedKeyContext).key;
}

export function ReferenceKeyField() {
  return (
    <div className="key">
      <KeyField
        label="API key, to try requests"
        hint="Sent only to this server and kept only in this tab’s memory, until you leave or reload."
      />
    </div>
  );
}

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
