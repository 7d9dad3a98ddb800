import { AsOf } from "../jurisdiction-rules/as-of.tsx";
import { VerificationFact } from "../jurisdiction-rules/verification.tsx";
import { Button } from "../ui/button.tsx";
import { Code } from "../ui/code-block.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { formatMessage } from "../ui/format-message.ts";
import { Dialog } from "../ui/overlays/dialog.tsx";
import { templateView as t } from "./lazy-strings.ts";
import { chainTemplatesScreen } from "./strings.ts";
import { describeItem, nameCourts, type ChainTemplate } from "./views.ts";

/** A template as a whole: how each of its deadlines is counted, and by which rule. Its row has one line. */
export function TemplateView({ template, onClose }: { template: ChainTemplate; onClose: () => void }) {
  const { name, key, jurisdiction, source, trigger, triggers, asOf } = template;
  return (
    <Dialog open onOpenChange={onClose} width="xl" title={name} footer={<Button onClick={onClose}>{t.close}</Button>}>
      <div className="grid gap-5">
        <DescriptionList
          facts={[
            [t.key, <Code key="key">{key}</Code>],
            [t.courts, nameCourts(jurisdiction)],
            [t.trigger, trigger.label],
            ...(triggers.length === 0 ? [] : [[t.alsoFrom, triggers.map(({ label }) => label).join("; ")] as const]),
            [t.asOf, <AsOf key="asOf" inWords asOf={asOf} />],
            ...(source === "organization" ? [[t.source, chainTemplatesScreen.ownText] as const] : []),
            [t.status, <VerificationFact key="status" of={template} />],
          ]}
        />
        <section aria-label={t.deadlines}>
          <h3 className="text-sm font-semibold">{t.deadlines}</h3>
          <Items template={template} />
        </section>
      </div>
    </Dialog>
  );
}

function Items({ template }: { template: ChainTemplate }) {
  return (
    <ul className="mt-2 divide-y divide-line border-y border-line text-sm">
      {template.items.map((item) => {
        const { lead, counts, more } = describeItem(item, template);
        return (
          <li key={item.key} className="grid gap-0.5 py-2.5">
            <span className="font-medium">{item.title}</span>
            {item.isStep && <p className="text-muted">{chainTemplatesScreen.step}</p>}
            {lead !== null && <p className="text-muted">{lead}</p>}
            <ul className={lead === null ? "" : "ms-4 list-disc"}>
              {counts.map(({ period, citation }) => (
                <li key={period} className="text-muted">
                  {period}
                  {citation !== null && <p className="wrap-anywhere">{formatMessage(citation)}</p>}
                </li>
              ))}
            </ul>
            {more.length > 0 && <p className="text-muted">{more.join(", ")}</p>}
          </li>
        );
      })}
    </ul>
  );
}
