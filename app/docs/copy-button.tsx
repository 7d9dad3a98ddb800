"use client";

import { useState } from "react";

export function CopyButton({ text, what }: { text: string; what: string }) {
  const [state, setState] = useState("Copy");
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setState("Copied");
    } catch {
      // Without https, or when it is not allowed.
      setState("Not allowed here");
    }
    setTimeout(() => setState("Copy"), 2000);
  };
  return (
    <button type="button" className="copy" onClick={() => void copy()}>
      <span aria-live="polite">{state}</span>
      <span className="unseen"> {what}</span>
    </button>
  );
}
