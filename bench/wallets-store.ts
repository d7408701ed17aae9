// Fills the wallets of a bench's drivers: a stay that is stopped at once costs money from the second one of a day on.
import pg from 'pg'

/** A million dollars each, posted as a top-up that no provider took. */
export const fillWallets = async (connectionString: string): Promise<void> => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(
      `select ledger_post('topUp', now(), driver_id, null, 'bench ' || driver_id,
                          '{wallet,card_clearing}', '{100000000,-100000000}') from driver`,
    )
  } finally {
    await client.end()
  }
}
