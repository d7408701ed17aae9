// The sandbox's stand-in for the bank's own question (3-D Secure): a dialog above everything, passed or failed.
import './cards.css'
import { cardWords } from './words.ts'

const button = (text: string, look: string, press: () => void) => {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = `btn btn--${look} btn--block`
  made.textContent = text
  made.addEventListener('click', press)
  return made
}

/** Resolves with the driver's answer; Escape fails it. */
export const askBank = (amount: string): Promise<boolean> =>
  new Promise(resolve => {
    const words = cardWords()
    const dialog = document.createElement('dialog')
    dialog.className = 'bank'
    dialog.setAttribute('aria-labelledby', 'bank-title')
    const answer = (passed: boolean) => () => {
      dialog.close()
      dialog.remove()
      resolve(passed)
    }
    const title = document.createElement('h2')
    title.className = 't-h2'
    title.id = 'bank-title'
    title.textContent = words.bankTitle
    const mark = document.createElement('p')
    mark.className = 't-strong'
    mark.textContent = `${words.sandbox} · ${amount}`
    const text = document.createElement('p')
    text.textContent = words.bankText
    dialog.append(title, mark, text)
    dialog.append(button(words.bankPass, 'primary', answer(true)), button(words.bankFail, 'quiet', answer(false)))
    dialog.addEventListener('cancel', answer(false))
    document.body.append(dialog)
    dialog.showModal()
  })
