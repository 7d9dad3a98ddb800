import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../../client/trpc.ts";
import { useOrganization } from "../../shell/account-context.tsx";
import { Button } from "../../ui/button.tsx";
import { TextLink } from "../../ui/link.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from "../../ui/table.tsx";
import { formatNumber } from "../../ui/format.ts";
import type { Key } from "../portal-types.ts";
import { compareKeys, type ComparedRow } from "./compare-rows.ts";
import { compareDialog as t } from "./strings.ts";

type Pair = readonly [Key, Key];

/** The differences between two keys; equal values are collapsed. */
export function CompareDialog({ keys, onClose }: { keys: Pair; onClose: () => void }) {
  const { different, same } = compareKeys(keys, [useRequests(keys[0].id), useRequests(keys[1].id)]);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="lg"
      title={t.compareKeys}
      footer={<Button onClick={onClose}>{t.close}</Button>}
    >
      <div className="grid gap-4">
        <Differences caption={t.differences} keys={keys} rows={different} />
        {different.length === 0 && <p className="text-sm text-muted">{t.settingsOfTheseKeys}</p>}
        {same.length > 0 && (
          <details>
            <summary className="cursor-pointer rounded py-1 text-sm font-semibold">
              {t.propertiesAreSame(same.length)}
            </summary>
            <Differences caption={t.same} keys={keys} rows={same} />
          </details>
        )}
      </div>
    </Dialog>
  );
}

/** The number of requests; an ellipsis until it is known. */
function useRequests(keyId: string): string {
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.serviceAccounts.usage.get.queryOptions({ serviceAccountId: keyId }));
  if (error !== null) return t.unknown;
  if (data === undefined) return "…";
  const count = data.usage.totals.requests;
  return count === 0 ? t.none : formatNumber(count);
}

function Differences({ caption, keys, rows }: { caption: string; keys: Pair; rows: readonly ComparedRow[] }) {
  const { href } = useOrganization();
  if (rows.length === 0) return null;
  return (
    <Table caption={caption} className="table-fixed">
      <TableHead>
        <HeadCell className="w-1/4">{t.property}</HeadCell>
        {keys.map(({ id, name }) => (
          <HeadCell key={id} className="whitespace-normal wrap-anywhere">
            <TextLink href={href(`/credentials/${id}`)}>{name}</TextLink>
          </HeadCell>
        ))}
      </TableHead>
      <TableBody>
        {rows.map(({ label, values }) => (
          <Row key={label}>
            <Cell head className="font-semibold">
              {label}
            </Cell>
            {values.map((value, index) => (
              <Cell
                key={keys[index]?.id}
                label={keys[index]?.name ?? ""}
                className={value === "None" ? "text-muted" : "wrap-anywhere"}
              >
                {value}
              </Cell>
            ))}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
