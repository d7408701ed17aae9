// However often the stream is started, by sign-ins and visits of the chat, sent messages are applied once.
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { repairStoredUser } from '#driver/account/account.ts'
import { chatEvents } from '#support/chat/chat.ts'
import { startLive } from './live-events.ts'

vi.mock('#driver/account/account.ts', () => ({ repairStoredUser: vi.fn() }))
vi.mock('#support/chat/chat.ts', () => ({ chatEvents: vi.fn(() => ({ handlers: {} })) }))
vi.mock('#platform/live-stream.ts', () => ({ startLiveStream: vi.fn() }))
vi.mock('#platform/session.ts', () => ({ session: {} }))
vi.stubGlobal('localStorage', { getItem: () => null })

test('starting again subscribes nothing a second time, and looks at the driver’s record each time', () => {
  const queries = new QueryClient()
  startLive(queries)
  startLive(queries)
  expect(chatEvents).toHaveBeenCalledTimes(1)
  expect(repairStoredUser).toHaveBeenCalledTimes(2)
})
