// What may be picked: types, sizes, how many.
import { attachment as limits } from '@parkit/contract/platform/limits'
import { expect, test } from 'vitest'
import { pickFault, sizeText } from './file-rules.ts'

test.each([
  ['sign.jpg', 'image/jpeg', 5, 0, null],
  ['scan.pdf', 'application/pdf', limits.mostBytes, 4, null],
  ['IMG_1.HEIC', '', 5, 0, null],
  ['scan.pdf', 'application/pdf', limits.mostBytes + 1, 0, 'file_large'],
  ['sign.jpg', 'image/jpeg', 5, 5, 'files_many'],
  ['sign.svg', 'image/svg+xml', 5, 0, 'file'],
  ['page.html', 'text/html', 5, 0, 'file'],
  ['sign.jpg', 'text/html', 5, 0, 'file'],
  ['run.exe', '', 5, 0, 'file'],
  ['sign.jpg', 'image/jpeg', 0, 0, 'file'],
])('%s, %j, %i bytes beside %i: %s', (name, type, size, beside, fault) => {
  expect(pickFault({ name, type, size }, beside)).toBe(fault)
})

test.each([
  [1, '1 KB'],
  [122_880, '120 KB'],
  [1_048_576, '1 MB'],
  [3_565_158, '3.4 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})
