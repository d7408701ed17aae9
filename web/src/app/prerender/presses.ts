// Presses in the first picture that no link or native form handles: recorded for the app (app/prerender/replay.ts).

declare global {
  interface Window {
    /** Buttons and choices, in the order of their presses; absent once the app has repeated them, so that no screen is held in memory. */
    earlyPresses?: HTMLElement[]
  }
}

export const pressable = 'button, input[type=radio], input[type=checkbox]'

export function rememberPresses(picture: HTMLElement): void {
  window.earlyPresses = []
  picture.addEventListener('click', ({ target }) => {
    const pressed = (target as Element).closest<HTMLElement>(pressable)
    if (pressed && !pressed.closest('form[action]')) window.earlyPresses?.push(pressed)
  })
}
