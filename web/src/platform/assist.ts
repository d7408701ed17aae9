// Settings of this device that make ParkIt easier to use, marked on the page: style sheets and some texts follow them.

/**
 * `plain`: times in full words and fewer choices at a time; `motor`: large targets in one column, nothing to drag, repeat parking
 * by one press; `large`: receipts in large print; `less`: map tiles and photos only when asked for.
 */
export type Assist = 'plain' | 'motor' | 'large' | 'less'

/** Stays at a sign-out: it is the device's, not the driver's. */
export const assistKey = 'assist'

// no page while the first pages are drawn
export const hasAssist = (assist: Assist): boolean =>
  Boolean(globalThis.document?.documentElement.dataset.assist?.includes(assist))

/** Before anything is drawn. */
export function restoreAssists(): void {
  const stored = localStorage.getItem(assistKey)
  if (stored) document.documentElement.dataset.assist = stored
}
