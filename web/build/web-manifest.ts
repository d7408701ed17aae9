// How ParkIt looks on a phone's Home Screen, in each language: name, icons, colours and the two ways in.

const words = {
  en: {
    description: 'Find parking, pay for your time, add more from anywhere, and keep the receipt.',
    find: 'Find parking',
    session: 'Parking session',
    receipts: 'Past parkings',
  },
  es: {
    description: 'Encuentra estacionamiento, paga tu tiempo, agrega más desde donde estés y guarda el recibo.',
    find: 'Buscar estacionamiento',
    session: 'Sesión de estacionamiento',
    receipts: 'Historial',
  },
  hi: {
    description: 'पार्किंग खोजें, अपने टाइम के पैसे दें, कहीं से भी समय बढ़ाएँ, और रसीद रखें।',
    find: 'पार्किंग खोजें',
    session: 'चालू पार्किंग',
    receipts: 'पिछली पार्किंग',
  },
} as const

type ManifestLanguage = keyof typeof words

/** `/manifest.webmanifest`, and for the others `/manifest.hi.webmanifest`: one app under one id, whichever it came by. */
export const manifestPath = (language: ManifestLanguage): string =>
  language === 'en' ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`

export const appManifest = (language: ManifestLanguage) => {
  const { description, find, session, receipts } = words[language]
  const icons = [{ src: '/icon-192.png', sizes: '192x192', type: 'image/png' }]
  return {
    id: '/',
    lang: language,
    dir: 'ltr',
    name: 'ParkIt',
    short_name: 'ParkIt',
    description,
    start_url: '/homepage',
    scope: '/',
    display: 'standalone',
    background_color: '#F7F6F2',
    theme_color: '#F7F6F2',
    categories: ['navigation', 'travel'],
    icons: [
      ...icons,
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
      { src: '/logo-mark.svg', sizes: 'any', type: 'image/svg+xml' },
    ],
    shortcuts: [
      { name: find, url: '/findparking?near=me', icons },
      { name: session, url: '/dashboard', icons },
      { name: receipts, url: '/pastpark', icons },
    ],
  }
}
