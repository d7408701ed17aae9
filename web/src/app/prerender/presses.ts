// What a driver does in the first picture that no link or form of the browser's own answers: kept for the app (platform/early.ts).

/** Buttons and choices, in the order of their presses. */
export type Presses = HTMLElement[]

declare global {
  interface Window {
    earlyPresses?: Presses
  }
}

export const pressable = 'button, input[type=radio], input[type=checkbox]'

export function rememberPresses(picture: HTMLElement): void {
  const presses: Presses = []
  window.earlyPresses = presses
  picture.addEventListener('click', ({ target }) => {
    const pressed = (target as Element).closest<HTMLElement>(pressable)
    if (pressed && !pressed.closest('form[action]')) presses.push(pressed)
  })
}
