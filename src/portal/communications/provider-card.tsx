import { useState, type ReactNode } from "react";
import { useTRPC } from "../client/trpc.ts";
import { useChange } from "../client/use-change.ts";
import { Button } from "../ui/button.tsx";
import { SectionCard } from "../ui/card.tsx";
import { CopyButton } from "../ui/copy-button.tsx";
import { DescriptionList } from "../ui/description-list.tsx";
import { Badge } from "../ui/feedback/badge.tsx";
import { Banner } from "../ui/feedback/banner.tsx";
import { AlertDialog } from "../ui/overlays/alert-dialog.tsx";
import { RelativeTime } from "../ui/relative-time.tsx";
import { formatAddress } from "../messages/views.ts";
import { ConnectionDialog } from "./connection-dialog.tsx";
import { providerCard as t } from "./lazy-strings.ts";
import { useInvalidateSettings, type Connection, type Settings } from "./views.ts";

/** The account with which texts are sent, and where its provider reports. */
export function ProviderCard({ settings }: { settings: Settings }) {
  const { connection, revision } = settings;
  const [open, setOpen] = useState<"connect" | "edit" | "disconnect" | null>(null);
  const close = () => setOpen(null);
  const actions =
    connection === null ? (
      <Button variant="primary" onClick={() => setOpen("connect")}>
        {t.connect}
      </Button>
    ) : (
      <>
        {connection.isUsable && <SendTest />}
        {connection.isUsable && <Button onClick={() => setOpen("edit")}>{t.edit}</Button>}
        <Button onClick={() => setOpen("connect")}>{t.replace}</Button>
        <Button variant="danger-quiet" onClick={() => setOpen("disconnect")}>
          {t.disconnect}
        </Button>
      </>
    );
  return (
    <SectionCard title={t.title} why="fields#text-provider" actions={actions}>
      {connection === null ? (
        <p className="max-w-prose text-sm text-muted">{t.none}</p>
      ) : (
        <ConnectionFacts connection={connection} />
      )}
      {open === "connect" && <ConnectionDialog revision={revision} connection={null} onClose={close} />}
      {open === "edit" && <ConnectionDialog revision={revision} connection={connection} onClose={close} />}
      {open === "disconnect" && connection !== null && (
        <Disconnect connection={connection} revision={revision} onClose={close} />
      )}
    </SectionCard>
  );
}

function SendTest() {
  const trpc = useTRPC();
  const send = useChange(trpc.communicationSettings.sendTest.mutationOptions(), {
    successMessage: ({ sentTo }) => t.wasSent(formatAddress(sentTo)),
    invalidate: useInvalidateSettings(),
  });
  return (
    <Button busy={send.isPending} onClick={() => send.mutate({})}>
      {t.sendTest}
    </Button>
  );
}

function ConnectionFacts({ connection }: { connection: Connection }) {
  if (!connection.isUsable)
    return (
      <Banner tone="danger" title={t.unusable}>
        {t.unusableHint}
      </Banner>
    );
  return (
    <div className="grid gap-4">
      {connection.rejectedAt !== null && (
        <Banner tone="danger" title={t.rejected(t.names[connection.provider])}>
          {t.rejectedHint}
        </Banner>
      )}
      <DescriptionList facts={listFacts(connection)} />
    </div>
  );
}

function listFacts(connection: Connection): readonly (readonly [string, ReactNode])[] {
  const { provider, account, numbers, handlesStop, webhookUrl, lastWebhookAt, createdAt } = connection;
  return [
    [t.provider, t.names[provider]],
    ...(account === null ? [] : [[t.account, <Code key="account">{account}</Code>] as const]),
    [t.numbers, <Numbers key="numbers" numbers={numbers} />],
    [t.replies, handlesStop ? t.repliedBy.provider : t.repliedBy.caseport],
    [
      t.webhookUrl,
      <div key="url" className="grid gap-2">
        <div className="flex flex-wrap items-start gap-2">
          <Code>{webhookUrl}</Code>
          <CopyButton text={webhookUrl} what={t.theWebhookUrl} />
        </div>
        <p className="max-w-prose text-muted">{t.webhookHints[provider]}</p>
      </div>,
    ],
    [t.lastWebhook, <RelativeTime key="last" instant={lastWebhookAt} />],
    [t.connected, <RelativeTime key="connected" instant={createdAt} />],
  ];
}

const Code = ({ children }: { children: string }) => (
  <code className="font-mono text-[0.8125rem] break-all">{children}</code>
);

function Numbers({ numbers }: { numbers: readonly string[] }) {
  const mark = (text: ReactNode) => (
    <Badge tone="info" className="ml-2">
      {text}
    </Badge>
  );
  return (
    <ul className="grid gap-1 tabular-nums">
      {numbers.map((number, index) => (
        <li key={number}>{index === 0 && numbers.length > 1 ? t.sends(number, mark) : number}</li>
      ))}
    </ul>
  );
}

interface DisconnectProps {
  connection: Connection;
  revision: number;
  onClose: () => void;
}

function Disconnect({ connection, revision, onClose }: DisconnectProps) {
  const trpc = useTRPC();
  const mutation = useChange(trpc.communicationSettings.disconnect.mutationOptions(), {
    successMessage: () => t.wasDisconnected,
    onSuccess: onClose,
    invalidate: useInvalidateSettings(),
  });
  return (
    <AlertDialog
      open
      danger
      onOpenChange={onClose}
      title={t.disconnectOf(t.names[connection.provider])}
      description={t.disconnectHint}
      confirm={t.disconnect}
      busy={mutation.isPending}
      onConfirm={() => mutation.mutate({ expectedRevision: revision })}
    />
  );
}
