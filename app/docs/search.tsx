"use client";

import { useRouter } from "next/navigation";
import { useEffect, useId, useRef, useState, type KeyboardEvent } from "react";
import type { SearchEntry } from "../../src/reference/search-entries.ts";

const shown = 12;

/** Searches the reference. The index is loaded when the field is first used. */
/** How far the arrow keys move. */
const stepOfKey: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function Search() {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { words, found, active, isShown, isLoaded, load, change, move, open, close } = useSearch();
  useFocusKey(field);
  const isEmpty = isShown && isLoaded && found.length === 0;
  return (
    <search className="search">
      <label htmlFor={id} className="unseen">
        Search the reference
      </label>
      <input
        ref={field}
        id={id}
        type="search"
        role="combobox"
        placeholder="Search operations, fields, errors, guides"
        autoComplete="off"
        spellCheck={false}
        value={words}
        aria-expanded={isShown && found.length > 0}
        aria-controls={`${id}-list`}
        aria-keyshortcuts="/"
        aria-autocomplete="list"
        aria-activedescendant={isShown && found.length > 0 ? `${id}-${active}` : undefined}
        onFocus={load}
        onBlur={close}
        onKeyDown={move}
        onChange={({ target }) => change(target.value)}
      />
      {isShown && found.length > 0 && <Results id={id} found={found} active={active} onOpen={open} />}
      <p className={isEmpty ? "results none" : "unseen"} aria-live="polite">
        {isShown && isLoaded ? `${isEmpty ? "No" : found.length} results` : ""}
      </p>
    </search>
  );
}

/** What is entered, found and chosen. */
function useSearch() {
  const router = useRouter();
  const { search, load } = useIndex();
  const [words, setWords] = useState("");
  const [active, setActive] = useState(0);
  const [isOpen, setOpen] = useState(false);
  const found = search?.(words).slice(0, shown) ?? [];
  const close = () => setOpen(false);
  const open = ({ address }: SearchEntry) => {
    close();
    setWords("");
    router.push(address);
  };
  const change = (entered: string) => {
    load();
    setWords(entered);
    setActive(0);
    setOpen(true);
  };
  const move = (event: KeyboardEvent) => {
    const step = stepOfKey[event.key];
    const chosen = found[active];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      setActive((active + step + found.length) % found.length);
    } else if (event.key === "Enter" && chosen !== undefined) open(chosen);
    else if (event.key === "Escape") close();
  };
  return {
    words,
    found,
    active,
    isShown: isOpen && words.trim() !== "",
    isLoaded: search !== null,
    load,
    change,
    move,
    open,
    close,
  };
}

interface ResultsProps {
  id: string;
  found: readonly SearchEntry[];
  active: number;
  onOpen: (entry: SearchEntry) => void;
}

function Results({ id, found, active, onOpen }: ResultsProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Results" className="results">
      {found.map((entry, index) => (
        // The field keeps the focus; its keys choose.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={entry.address + entry.title}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpen(entry)}
        >
          <span className="kind">{entry.kind}</span> <b>{entry.title}</b>
          <small>{entry.detail}</small>
        </div>
      ))}
    </div>
  );
}

type Find = (query: string) => SearchEntry[];

/** The search, whose code and entries are loaded once; null until then. */
function useIndex(): { search: Find | null; load: () => void } {
  const [search, setSearch] = useState<Find | null>(null);
  const isLoading = useRef(false);
  const read = async () => {
    const [{ createSearch }, response] = await Promise.all([
      import("../../src/reference/search.ts"),
      fetch("/docs/search.json"),
    ]);
    const find = createSearch((await response.json()) as SearchEntry[]);
    setSearch(() => find);
  };
  const load = () => {
    if (isLoading.current) return;
    isLoading.current = true;
    // The next use tries again.
    read().catch(() => (isLoading.current = false));
  };
  return { search, load };
}

/** `/` focuses the field, as on other references. */
function useFocusKey(field: { readonly current: HTMLInputElement | null }): void {
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLElement &&
        event.target.closest("input, textarea, select, [contenteditable]") !== null;
      if (event.key !== "/" || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      field.current?.focus();
    };
    window.addEventListener("keydown", focus);
    return () => window.removeEventListener("keydown", focus);
  }, [field]);
}
