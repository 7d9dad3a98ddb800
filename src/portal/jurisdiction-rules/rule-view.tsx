import { Button } from "../ui/button.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { formatMessage } from "../ui/format-message.ts";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { AsOf } from "./as-of.tsx";
import { ruleView as t } from "./lazy-strings.ts";
import { rulesScreen } from "./strings.ts";
import { VerificationFact } from "./verification.tsx";
import { Source } from "./verify-dialog.tsx";
import { nameJurisdiction, nameRule, type Rule } from "./views.ts";

/** A rule as a whole: its row has one line. */
export function RuleView({ rule, onClose }: { rule: Rule; onClose: () => void }) {
  const { jurisdiction, kind, summary, citation, asOf, source, note } = rule;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="lg"
      title={nameRule(rule)}
      footer={<Button onClick={onClose}>{t.close}</Button>}
    >
      <DescriptionList
        facts={[
          [t.jurisdiction, nameJurisdiction(jurisdiction)],
          [t.kind, rulesScreen.kinds[kind]],
          [t.text, formatMessage(summary)],
          [t.citation, <Source key="citation" citation={citation} />],
          [t.asOf, <AsOf key="asOf" inWords asOf={asOf} />],
          ...(source === "organization" ? [[t.source, rulesScreen.ownText] as const] : []),
          ...(note === null ? [] : [[t.note, formatMessage(note)] as const]),
          [t.status, <VerificationFact key="status" of={rule} />],
        ]}
      />
    </Dialog>
  );
}
