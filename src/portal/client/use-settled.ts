import { useEffect, useState } from "react";

/** The text when typing has paused for so long, so that not every letter is a search. */
export function useSettled(text: string, pauseMilliseconds: number): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMilliseconds);
    return () => clearTimeout(timer);
  }, [text, pauseMilliseconds]);
  return settled;
}
