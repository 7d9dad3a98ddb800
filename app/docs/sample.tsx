"use client";

import { useSyncExternalStore } from "react";
import { CopyButton } from "./copy-button.tsx";
import { ScrollArea } from "./scroll-area.tsx";
import { baseUrlPlaceholder } from "../../src/reference/snippets.ts";

/** A sample with the URL of the current server. */
export function Sample({ title, text }: { title: string; text: string }) {
  const shown = text.replaceAll(baseUrlPlaceholder, useBaseUrl());
  return (
    <figure className="sample">
      <figcaption>
        {title} <CopyButton text={shown} what={title} />
      </figcaption>
      <ScrollArea label={title}>
        <pre>
          <code>{shown}</code>
        </pre>
      </ScrollArea>
    </figure>
  );
}

function useBaseUrl(): string {
  return useSyncExternalStore(
    neverChanges,
    () => window.location.origin,
    () => baseUrlPlaceholder,
  );
}

const neverChanges = () => () => undefined;
