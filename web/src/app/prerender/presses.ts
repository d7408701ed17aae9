// Presses in the first picture that no link or native form handles: recorded for the app (app/prerender/replay.ts).

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
