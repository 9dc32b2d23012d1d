import type { Database } from '../../store/database.ts';
import { forgetPositions, nextWithPositions } from '../../store/list-position.ts';

export type PositionLimits = { perOrganizationMax: number; instanceMax: number };

const positionLimits: PositionLimits = { perOrganizationMax: 20_000, instanceMax: 200_000 };
const stretchRows = 1_000;

/** While the instance has too many, the share per organization is halved, so only organizations with many positions lose some. */
export async function forgetOldPositions(
  database: Pick<Database, 'transaction'>,
  { perOrganizationMax, instanceMax }: PositionLimits = positionLimits,
): Promise<void> {
  for (let share = perOrganizationMax; share >= 1; share = Math.floor(share / 2)) {
    if ((await cutToShare(database, share)) <= instanceMax) return;
  }
}

async function cutToShare(database: Pick<Database, 'transaction'>, share: number): Promise<number> {
  let keptOfAll = 0;
  let organization: number | null = -1;
  for (;;) {
    const after: number = organization;
    organization = await database.transaction((queries) => nextWithPositions(queries, after));
    if (organization === null) return keptOfAll;
    keptOfAll += await cutOrganization(database, organization, share);
  }
}

async function cutOrganization(
  database: Pick<Database, 'transaction'>,
  organization: number,
  share: number,
): Promise<number> {
  for (;;) {
    const { deleted, kept } = await database.transaction((queries) =>
      forgetPositions(queries, organization, share, stretchRows),
    );
    if (deleted < stretchRows) return kept;
  }
}
