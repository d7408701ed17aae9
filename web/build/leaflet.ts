// What the app's build leaves out of Leaflet: styles of parts it does not use, and an HTML text that Trusted Types forbid.
import type { Plugin } from 'vite'

const probe = /var inlineSvg = [^;]*\(function \(\) \{[\s\S]*?\}\)\(\);/

/** By this text it looks for SVG in browsers that are long gone. */
export function leafletWithoutHtml(): Plugin {
  return {
    name: 'leaflet-without-html',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('leaflet/src/core/Browser.js')) return undefined
      if (!probe.test(code)) throw new Error('Leaflet looks for SVG in another way')
      return { code: code.replace(probe, 'var inlineSvg = svg;'), map: null }
    },
  }
}

const unusedParts =
  /\.(leaflet-(control|bar|top|bottom|left|right|popup|tooltip|div-icon|image-layer|marker-shadow|shadow-pane|vml|oldie|attribution|default-icon|retina|touch \.leaflet-(bar|control))|lvml)/

/** Leaflet's styles without its own buttons, bubbles, and images of tiles. Pure. */
export const usedStyles = (css: string): string =>
  css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/@media print \{[\s\S]*?\}\s*\}/, '')
    .replace(/([^{}]+)\{([^{}]*)\}/g, (_, selectors: string, rules: string) => {
      const used = selectors.split(',').filter(selector => !unusedParts.test(selector))
      return used.length > 0 ? `${used.join(',')}{${rules}}` : ''
    })

export function leafletUsedStyles(): Plugin {
  return {
    name: 'leaflet-used-styles',
    enforce: 'pre',
    transform(code, id) {
      return id.endsWith('leaflet/dist/leaflet.css') ? { code: usedStyles(code), map: null } : undefined
    },
  }
}
