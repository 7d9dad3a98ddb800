import { Button } from "../button.tsx";
import { cn } from "../class-names.ts";

interface SaveBarProps {
  isDirty: boolean;
  isBusy: boolean;
  hasFaults: boolean;
  onReset: () => void;
}

/** Sticky, except on a phone, where it would cover too much. */
export function SaveBar({ isDirty, isBusy, hasFaults, onReset }: SaveBarProps) {
  return (
    <div className="bottom-0 z-10 -mx-4 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 border-t border-line bg-ground px-4 py-3 sm:sticky sm:mx-0 sm:px-0">
      <output className={cn("text-sm max-sm:basis-full max-sm:text-right", hasFaults ? "text-danger" : "text-muted")}>
        {hasFaults ? "Some fields need attention." : isDirty ? "Unsaved changes" : "No changes"}
      </output>
      <Button disabled={!isDirty || isBusy} onClick={onReset}>
        Discard changes
      </Button>
      <Button type="submit" variant="primary" busy={isBusy} disabled={!isDirty}>
        Save changes
      </Button>
    </div>
  );
}
