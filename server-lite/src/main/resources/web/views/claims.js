import { useState } from "preact/hooks";
import { html } from "../components/html.js";
import { Copyable, State, Time } from "../components/marks.js";
import { Button, KeyValue } from "../components/page.js";
import { Drawer } from "../components/dialog.js";
import { Choice, ChipSet, ClearFilters, FilterBar, SearchBox } from "../components/filters.js";
import { Empty, whenLoaded } from "../components/states.js";
import { DataTable, Pager } from "../components/table.js";
import { withQuery } from "../api.js";
import { num } from "../formats/counts.js";
import { utc } from "../formats/dates.js";
import { middle, words } from "../formats/words.js";
import { useQuery } from "../query.js";
import { useParams } from "../router.js";
import { useMay, whoMay } from "../session.js";
import { useAgentNames } from "./agent-names.js";
import { IssueClaim, RevokeClaim, VerifyClaim, algorithm, claimType } from "./claim-dialogs.js";

const SIZE = 50;
const STATUSES = ["valid", "expired", "revoked", "invalid"];

/** The list of claims, of one agent or all, with the details of a claim in a drawer. */
export function Claims(/** @type {Props} */ { agent }) {
  const [params, update] = useParams();
  const [asked, ask] = useState(null);
  const names = useAgentNames();
  const filters = ["q", "status", ...(agent ? [] : ["agentId"])];
  const page = Math.max(1, Number(params.get("page")) || 1);
  const wanted = agent?.id ?? params.get("agentId");
  const path = withQuery("/api/governance/attestation", {
    sort: params.get("sort"),
    q: params.get("q"),
    status: params.get("status"),
    agentId: wanted,
    limit: SIZE,
    offset: (page - 1) * SIZE,
  });
  const query = useQuery(path, { every: 30 });
  const filtered = filters.some((name) => params.get(name));
  const because = useMay("attestation:issue") ? "" : whoMay("attestation:issue");
  const issue = () => ask({ what: "issue" });
  const agents = Object.entries(names ?? {});
  const clear = () => update(Object.fromEntries([...filters, "page"].map((name) => [name, null])));
  const open = query.data?.claims.find(({ claimId }) => claimId === params.get("claim"));
  return html`<${FilterBar}>
      <${SearchBox} label="Search claims" placeholder="Agent, issuer or ID" />
      <${ChipSet} name="status" label="Status" options=${STATUSES.map((status) => [status, words(status)])} />
      ${!agent && html`<${Choice} name="agentId" label="Agent" any="Any agent" options=${agents} />`}
      <${ClearFilters} names=${filters} />
      ${agent && html`<${Button} icon="plus" because=${because} onClick=${issue}>Issue claim</${Button}>`}
    </${FilterBar}>
    ${whenLoaded(query, 320, (data) => html`<${DataTable} list=${path}
      name="claims"
      caption=${`Claims, ${data.total} in total`}
      columns=${agent ? COLUMNS.filter(({ key }) => key !== "agent") : COLUMNS}
      rows=${data.claims}
      id=${(claim) => claim.claimId}
      onOpen=${(claim) => update({ claim: claim.claimId }, { push: true })}
      empty=${filtered
        ? html`<${Empty} icon="list-filter" title="No claims match these filters">
            <p>Clear the filters to see all claims.</p>
            <${Button} onClick=${clear}>Clear filters</${Button}>
          </${Empty}>`
        : html`<${Empty} icon="fingerprint" title="No claims yet">
            <p>
              A claim is a short-lived signed statement about the components and policies of an agent. Anyone who
              receives it can verify it.
            </p>
            <${Button} icon="plus" because=${because} onClick=${issue}>Issue claim</${Button}>
          </${Empty}>`}
      foot=${html`<${Pager}
        page=${page}
        size=${SIZE}
        total=${data.total}
        update=${update}
        unit="claims"
      />`}
    />`)}
    ${open && html`<${ClaimDrawer} claim=${open} onAsk=${ask} onClose=${() => update({ claim: null })} />`}
    ${asked?.what === "issue" && html`<${IssueClaim} agent=${agent} names=${names} onClose=${() => ask(null)} />`}
    ${asked?.what === "revoke" && html`<${RevokeClaim} claim=${asked.claim} onClose=${() => ask(null)} />`}
    ${asked?.what === "verify" && html`<${VerifyClaim} text=${asked.claim.claimId} onClose=${() => ask(null)} />`}`;
}

/** @type {Columns<Api<"Claim">, "/api/governance/attestation">} */
const COLUMNS = [
  {
    key: "claim",
    sort: "claimId",
    label: "Claim",
    main: true,
    cell: (claim) => html`<code>${middle(claim.claimId, 22)}</code>`,
    detail: (claim) => claimType(claim.predicateType),
  },
  {
    key: "agent",
    sort: "subject.name",
    label: "Agent",
    className: "name",
    cell: (claim) => html`<a href=${"/agents/" + claim.agentId}>${claim.subject.name || claim.agentId}</a>`,
  },
  { key: "status", sort: "status", label: "Status", cell: (claim) => html`<${State} of=${claim.status} />` },
  { key: "signed", sort: "signingAlgorithm", label: "Signature", cell: (claim) => algorithm(claim.signingAlgorithm) },
  { key: "by", sort: "issuedBy", label: "Issued by", cell: (claim) => claim.issuedBy },
  { key: "issued", sort: "issuedAt", label: "Issued", className: "dim", hidden: true, cell: (claim) => html`<${Time} at=${claim.issuedAt} />` },
  { key: "ends", sort: "expiresAt", label: "Expires", className: "dim", cell: (claim) => html`<${Time} at=${claim.expiresAt} />` },
  { key: "verified", sort: "verificationCount", label: "Verifications", className: "num", cell: (claim) => num(claim.verificationCount) },
];

function ClaimDrawer(/** @type {Props} */ { claim, onAsk, onClose }) {
  const [copied, setCopied] = useState(false);
  const mayRevoke = useMay("attestation:revoke");
  const mayVerify = useMay("attestation:verify");
  const raw = JSON.stringify(claim, null, 2);
  const shared = claim.verifiability === "shared_secret";
  const copy = async () => {
    await navigator.clipboard?.writeText(raw).catch(() => {});
    setCopied(true);
  };
  // One dialog at a time: closes the drawer before another dialog opens.
  const ask = (what) => {
    onClose();
    onAsk({ what, claim });
  };
  return html`<${Drawer} label="Claim" onClose=${onClose}>
    <div class="dl-b">
      <div class="row"><${State} of=${claim.status} /><span class="dim">${claimType(claim.predicateType)}</span></div>
      ${claim.revocationReason && html`<p>Revoked: ${claim.revocationReason}</p>`}
      <div class="row wrap">
        <${Button}
          small
          icon="shield-check"
          because=${mayVerify ? "" : whoMay("attestation:verify")}
          onClick=${() => ask("verify")}
        >
          Verify claim
        </${Button}>
        <${Button}
          small
          icon=${copied ? "check" : "copy"}
          onClick=${copy}
        >${copied ? "Copied" : "Copy JSON"}</${Button}>
        <${Button}
          small
          kind="ghost"
          icon="ban"
          because=${!mayRevoke ? whoMay("attestation:revoke") : claim.status === "revoked" ? "The claim is already revoked" : ""}
          onClick=${() => ask("revoke")}
        >Revoke claim</${Button}>
      </div>
      <${KeyValue}
        rows=${[
          ["Agent", html`<a href=${"/agents/" + claim.agentId}>${claim.subject.name || claim.agentId}</a>`],
          ["Issued by", claim.issuedBy],
          ["Issued", utc(claim.issuedAt)],
          ["Valid from", utc(claim.notBefore)],
          ["Expires", utc(claim.expiresAt)],
          ["Revoked", claim.revokedAt && utc(claim.revokedAt)],
          ["Revoked by", claim.revokedBy],
          ["Verifications", num(claim.verificationCount)],
          ["Last verified", claim.lastVerifiedAt && utc(claim.lastVerifiedAt)],
          ["Signature", algorithm(claim.signingAlgorithm)],
          ["Verifiable by", shared ? "This server only" : "Anyone with the public key"],
          ["Certificate ID", claim.subject.certId && html`<code>${claim.subject.certId}</code>`],
          ["Key ID", html`<code>${claim.keyId}</code>`],
          ["Claim ID", html`<${Copyable} text=${claim.claimId} label="Copy claim ID" />`],
        ]}
      />
      <pre class="code wrap" tabindex="0" aria-label="Claim as issued">${raw}</pre>
    </div>
  </${Drawer}>`;
}
