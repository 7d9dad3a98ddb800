import { Search } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { TextInput } from "./text-input.tsx";

const typingPause = 250;
const maxSearchLength = 100;

interface SearchFieldProps {
  label: string;
  placeholder: string;
  /** If it changes from outside (Back, "Clear"), the field follows. */
  value: string;
  /** Called after a pause, not on every keystroke. */
  onChange: (value: string) => void;
}

export function SearchField({ label, placeholder, value, onChange }: SearchFieldProps) {
  const [text, setText] = useState(value);
  const reported = useRef(value);
  const latestOnChange = useRef(onChange);
  useEffect(() => {
    latestOnChange.current = onChange;
  });
  useEffect(() => {
    if (value === reported.current) return;
    reported.current = value;
    setText(value);
  }, [value]);
  useEffect(() => {
    if (text === reported.current) return undefined;
    const timer = setTimeout(() => {
      reported.current = text;
      latestOnChange.current(text);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <div className="relative min-w-0 sm:w-64 sm:max-w-sm sm:flex-1">
      <Search aria-hidden className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-muted" />
      <TextInput
        type="search"
        aria-label={label}
        placeholder={placeholder}
        maxLength={maxSearchLength}
        value={text}
        className="pl-9"
        onChange={({ target }) => setText(target.value)}
      />
    </div>
  );
}
