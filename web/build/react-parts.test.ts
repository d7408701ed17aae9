// What the build leaves out of React, and that nobody may import it.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { leaveOut, unusedImportOf } from './react-parts.ts'

const client = join(createRequire(import.meta.url).resolve('react-dom/client'), '../cjs/react-dom-client.production.js')

test('what remains is a program without hydration, view transitions, and fragment refs', () => {
  const code = leaveOut(readFileSync(client, 'utf8'))
  expect(() => new Function('require', 'exports', code)).not.toThrow()
  expect(code).not.toMatch(/exports\.hydrateRoot|\.startViewTransition\(|FragmentInstance\.prototype/)
  expect(code).toMatch(/^exports\.createRoot = /m)
})

test('React of another build is not cut blindly', () => {
  expect(() => leaveOut('exports.createRoot = () => undefined')).toThrow('React has no')
})

test.each([
  ["import { ViewTransition } from 'react'", 'ViewTransition'],
  ['import { useState, useActionState as useAction } from "react"', 'useActionState'],
  ["import { hydrateRoot } from 'react-dom/client'", 'hydrateRoot'],
  ["import { useFormState } from 'react-hook-form'", undefined],
  ["import { lazy, Suspense } from 'react'", undefined],
])('%s needs %s', (code, name) => expect(unusedImportOf(code)).toBe(name))
