// The app's own words, so that a journey asks for what the screen says.
import { en as accountEn } from '../web/src/account/words.en.ts'
import { hi as accountHi } from '../web/src/account/words.hi.ts'
import { en as parkingEn } from '../web/src/parking/words.en.ts'
import { hi as parkingHi } from '../web/src/parking/words.hi.ts'

export const localeWords = {
  en: { account: accountEn, parking: parkingEn },
  hi: { account: accountHi, parking: parkingHi },
}
