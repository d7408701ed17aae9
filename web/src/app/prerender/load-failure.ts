// Says on the first picture that the app's scripts did not load, and offers to try again.
import { en } from './words.en.ts'
import { es } from './words.es.ts'
import { hi } from './words.hi.ts'

const chosen = /(?:^|; )first_look=\w+\.(es|hi)\./

export function showLoadFailure(): void {
  const words = { es, hi }[chosen.exec(document.cookie)?.[1] as 'es' | 'hi'] ?? en
  const text = Object.assign(document.createElement('p'), { textContent: words.loadFailed })
  const button = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'btn btn--primary btn--block',
    textContent: words.tryAgain,
    onclick: () => location.reload(),
  })
  const notice = Object.assign(document.createElement('div'), { className: 'load-failure', role: 'alert' })
  notice.append(text, button)
  document.body.append(notice)
}
