import { CodeBlock } from "../ui/code-block.tsx";
import { StoreOnce } from "../ui/store-once.tsx";
import { feedUrlOnce as t } from "./lazy-strings.ts";

/** Shows the URL of a feed once: only its digest is stored. */
export function FeedUrlOnce({ name, url, onStored }: { name: string; url: string; onStored: () => void }) {
  return (
    <StoreOnce noun={t.noun} description={t.description(<strong className="font-semibold text-text wrap-anywhere">{name}</strong>)} hint={t.hint} onStored={onStored}>
      <CodeBlock title={t.url} text={url} wrap />
    </StoreOnce>
  );
}
