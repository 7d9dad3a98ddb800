import { useQuery } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import type { AccountPasskey } from "../../areas/account/schema.ts";
import { callIdentity } from "../client/identity/call-identity.ts";
import { useConfirmed } from "../client/confirmation.tsx";
import { readError } from "../client/portal-error.ts";
import { useTRPC } from "../client/trpc.ts";
import { useInvalidate } from "../client/use-invalidate.ts";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { ErrorState } from "../ui/feedback/error-state.tsx";
import { Loading, Skeleton } from "../ui/feedback/skeleton.tsx";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { useToast } from "../ui/overlays/toast.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { later } from "../ui/feedback/later.tsx";
import { passkeys as t } from "./strings.ts";

const PasskeyDialog = later(() => import("./passkey-dialog.tsx"));

type Open = { act: "add" } | { act: "rename" | "remove"; passkey: AccountPasskey };

export function Passkeys() {
  const trpc = useTRPC();
  const { data, error, isFetching, refetch } = useQuery(trpc.account.listPasskeys.queryOptions({}));
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <SectionCard
      id="passkeys"
      title={t.title}
      description={t.description}
      actions={
        <Button size="sm" onClick={() => setOpen({ act: "add" })}>
          {t.addPasskey}
        </Button>
      }
    >
      {data === undefined && error === null && <Waiting />}
      {data === undefined && error !== null && (
        <ErrorState title={t.couldNotLoadPasskeys} error={error} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data?.passkeys.length === 0 && <p className="text-sm text-muted">{t.noPasskeys}</p>}
      {data !== undefined && data.passkeys.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line">
          {data.passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} onOpen={(act) => setOpen({ act, passkey })} />
          ))}
        </ul>
      )}
      {open?.act === "add" && <PasskeyDialog passkey={null} onClose={close} />}
      {open?.act === "rename" && <PasskeyDialog passkey={open.passkey} onClose={close} />}
      {open?.act === "remove" && <RemovePasskey passkey={open.passkey} onClose={close} />}
    </SectionCard>
  );
}

function Passkey({
  passkey: { name, createdAt, lastUsedAt },
  onOpen,
}: {
  passkey: AccountPasskey;
  onOpen: (act: "rename" | "remove") => void;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 text-sm">
      <KeyRound aria-hidden className="size-5 shrink-0 text-muted" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-muted">
          {t.added(
            <RelativeTime instant={createdAt} />,
            lastUsedAt === null ? t.notUsedYet : t.lastUsed(<RelativeTime instant={lastUsedAt} />),
          )}
        </p>
      </div>
      <div className="flex gap-2.5">
        <Button size="sm" onClick={() => onOpen("rename")}>
          {t.rename(<span className="sr-only"> {name}</span>)}
        </Button>
        <Button size="sm" variant="danger-quiet" onClick={() => onOpen("remove")}>
          {t.remove(<span className="sr-only"> {name}</span>)}
        </Button>
      </div>
    </li>
  );
}

function Waiting() {
  return (
    <div className="grid h-16.5 content-center gap-2 rounded-md border border-line px-4">
      <Loading />
      <Skeleton className="w-40" />
      <Skeleton className="w-72 max-w-full" />
    </div>
  );
}

function RemovePasskey({ passkey: { id, name }, onClose }: { passkey: AccountPasskey; onClose: () => void }) {
  const invalidate = useInvalidate((trpc) => [trpc.account.listPasskeys.pathFilter()]);
  const confirmed = useConfirmed();
  const showToast = useToast();
  const [isBusy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await confirmed(() => callIdentity("passkey/remove", { id }));
      onClose();
      showToast(t.passkeyRemoved);
      await invalidate();
    } catch (error) {
      const { code, message } = readError(error);
      if (code !== "CANCELLED") showToast(message, "danger");
      setBusy(false);
    }
  };
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={t.removePasskey(name)}
      description={t.removeDescription}
      confirm={t.removePasskeyConfirm}
      busy={isBusy}
      onConfirm={() => void remove()}
    />
  );
}
