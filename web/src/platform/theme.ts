// Light, dark or as the system says: `data-theme` on the page and the colour of the browser's own bar.
import { changeSettings, getSettings, onSettings, type Theme } from './settings.ts'
import { useStore } from './store.ts'

export type { Theme }

const getTheme = (): Theme => getSettings().theme

export const setTheme = (theme: Theme): void => changeSettings({ theme })

export const useTheme = (): Theme => useStore({ get: getTheme, subscribe: onSettings })

const systemDark = () => matchMedia('(prefers-color-scheme: dark)')

const isDarkNow = (): boolean => getTheme() === 'dark' || (getTheme() === 'auto' && systemDark().matches)

/** True while the screen is dark, whatever made it so: for what CSS cannot paint, such as the map. */
export function useIsDark(): boolean {
  return useStore({
    get: isDarkNow,
    subscribe: listener => {
      const unsubscribe = onSettings(listener)
      const system = systemDark()
      system.addEventListener('change', listener)
      return () => {
        unsubscribe()
        system.removeEventListener('change', listener)
      }
    },
  })
}

/** Keeps the page in the chosen theme, from before the first render on. */
export function watchTheme(): void {
  const show = () => {
    const root = document.documentElement
    const theme = isDarkNow() ? 'dark' : 'light'
    // said again, it would cost the style of the whole page
    if (root.dataset.theme !== theme) root.dataset.theme = theme
    // by then the style is worked out for the page to be painted
    requestAnimationFrame(() => {
      const paper = getComputedStyle(root).getPropertyValue('--bg').trim()
      for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', paper)
    })
  }
  onSettings(show)
  systemDark().addEventListener('change', show)
  show()
}
