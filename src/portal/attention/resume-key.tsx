import { usePausing } from "../credentials/use-pause.tsx";
import { Button } from "../ui/button.tsx";
import { resumeKey as t } from "./lazy-strings.ts";

/** Undoes the pause of a key that was reported as leaked. */
export function ResumeKey({ id, name, title }: { id: string; name: string; title: string }) {
  const { resume, isBusy } = usePausing({ id, name });
  return (
    <Button size="sm" aria-label={t.resumeItem(title)} busy={isBusy} onClick={resume}>
      {t.resumeKey}
    </Button>
  );
}
