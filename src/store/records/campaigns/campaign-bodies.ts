import { type Body, footedBody } from '../../../model/content/body.ts';
import { rowOctets } from '../../../model/organization/storage.ts';
import { ScopedRecords } from '../../scoped-records.ts';
import { changeStorage } from '../mail/storage.ts';

/** An immutable body shared by many mails. */
export type CampaignBodyRecord = { id: string; campaignId: string; variant: number | null; body: Body };

type Row = {
  id: string;
  campaign_id: string;
  variant: number | null;
  body_kind: Body['kind'];
  body: string;
  postal_address: string | null;
};

export class CampaignBodyRecords extends ScopedRecords {
  async byId(id: string): Promise<CampaignBodyRecord | undefined> {
    const row = await this.queries.get<Row>(
      `SELECT id, campaign_id, variant, body_kind, body, postal_address
       FROM mass_bodies WHERE id = $1 AND organization = $2`,
      [id, this.organization],
    );
    return row && massBodyOf(row);
  }

  async add(bodies: readonly CampaignBodyRecord[], now: number): Promise<void> {
    const octets = bodies.reduce((sum, { body }) => sum + Buffer.byteLength(body.source) + rowOctets.body, 0);
    changeStorage(this.queries, this.organization, octets);
    await this.queries.insert(
      'INSERT INTO mass_bodies (id, organization, campaign_id, variant, body_kind, body, postal_address, created_at)',
      bodies.map(({ id, campaignId, variant, body }) => [
        id,
        this.organization,
        campaignId,
        variant,
        body.kind,
        body.source,
        body.postalAddress ?? null,
        now,
      ]),
    );
  }
}

function massBodyOf(row: Row): CampaignBodyRecord {
  return {
    id: row.id,
    campaignId: row.campaign_id,
    variant: row.variant,
    body: footedBody({ kind: row.body_kind, source: row.body }, row.postal_address),
  };
}
