// The app's texts by language, for tests that look for them on the screen.
import { en as accountEn } from '../web/src/driver/account/words.en.ts'
import { es as accountEs } from '../web/src/driver/account/words.es.ts'
import { hi as accountHi } from '../web/src/driver/account/words.hi.ts'
import { en as walletEn } from '../web/src/money/wallet/words.en.ts'
import { es as walletEs } from '../web/src/money/wallet/words.es.ts'
import { hi as walletHi } from '../web/src/money/wallet/words.hi.ts'
import { en as parkingEn } from '../web/src/parking/sessions/words.en.ts'
import { es as parkingEs } from '../web/src/parking/sessions/words.es.ts'
import { hi as parkingHi } from '../web/src/parking/sessions/words.hi.ts'

export const localeWords = {
  en: { account: accountEn, parking: parkingEn, wallet: walletEn },
  es: { account: accountEs, parking: parkingEs, wallet: walletEs },
  hi: { account: accountHi, parking: parkingHi, wallet: walletHi },
}
