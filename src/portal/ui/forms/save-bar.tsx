import { useEffect, useRef, type ReactNode } from "react";
import { Button } from "../button.tsx";
import { cn } from "../class-names.ts";
import { Banner } from "../feedback/banner.tsx";
import { useEndSuccesses } from "../overlays/toast.tsx";
import { saveBar as t } from "./strings.ts";

interface SaveBarProps {
  isDirty: boolean;
  isBusy: boolean;
  hasFaults: boolean;
  onReset: () => void;
  /** What saving would change, in short. */
  summary?: ReactNode;
  /** The server's message of why nothing was saved. */
  rejection?: string | null;
  /** In its place, with a title or a way out. Either gets the focus. */
  notice?: ReactNode;
}

/** Sticky, except on a phone, where it would cover too much. */
export function SaveBar({
  isDirty,
  isBusy,
  hasFaults,
  onReset,
  summary = t.unsavedChanges,
  rejection = null,
  notice = rejection === null ? null : <RejectionNotice rejection={rejection} />,
}: SaveBarProps) {
  const shown = useRef<HTMLDivElement>(null);
  const hasNotice = notice !== null;
  useEndSuccesses(hasNotice || hasFaults);
  const changes = isDirty ? summary : t.noChanges;
  useEffect(() => {
    if (hasNotice) shown.current?.focus();
  }, [hasNotice]);
  return (
    <div
      data-save-bar
      className="bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-ground px-4 py-3 sm:sticky sm:mx-0 sm:px-0"
    >
      {hasNotice && (
        <div ref={shown} tabIndex={-1} className="basis-full rounded-lg">
          {notice}
        </div>
      )}
      <output
        className={cn("min-w-0 text-sm max-sm:basis-full max-sm:text-right", hasFaults ? "text-danger" : "text-muted")}
      >
        {hasFaults ? t.someFieldsNeedAttention : changes}
      </output>
      <Button disabled={!isDirty || isBusy} onClick={onReset}>
        {t.discardChanges}
      </Button>
      <Button type="submit" variant="primary" busy={isBusy} disabled={!isDirty}>
        {t.saveChanges}
      </Button>
    </div>
  );
}

const RejectionNotice = ({ rejection }: { rejection: string }) => (
  <Banner tone="danger" live>
    {rejection}
  </Banner>
);
