import { Download } from "lucide-react";
import { useState } from "react";
import { Banner } from "../../ui/feedback/banner.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/forms/checkbox.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { recoveryCodes as t } from "../lazy-strings.ts";

/** Shown once; closing requires confirming that they are stored. */
export function RecoveryCodes({ codes, onStored }: { codes: readonly string[]; onStored: () => void }) {
  const [isStored, setStored] = useState(false);
  return (
    <div className="grid gap-5">
      <Banner tone="warning" title={t.shownOnlyOnce}>
        {t.codeSignsIn}
      </Banner>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1.5 rounded-lg border border-line bg-sunken px-5 py-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2.5">
        <CopyButton text={codes.join("\n")} what={t.recoveryCodes} />
        <Button size="sm" onClick={() => download(codes)}>
          <Download aria-hidden className="size-4" />
          {t.downloadCodes}
        </Button>
      </div>
      <Checkbox label={t.iHaveStoredCodes} checked={isStored} onChange={(event) => setStored(event.target.checked)} />
      <Button variant="primary" disabled={!isStored} onClick={onStored} className="justify-self-end">
        {t.done}
      </Button>
    </div>
  );
}

function download(codes: readonly string[]): void {
  const text = t.recoveryCodesForCaseport(codes.join("\n"));
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = "caseport-recovery-codes.txt";
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1_000);
}
