// The lists that a vehicle is chosen from: makes, models, colors, states.
import { colors, makes, models, searchVehicles, states } from '@parkit/contract/driver/vehicles'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { send } from '#platform/client.ts'

/** The lists are as old as the server's build. */
const forVisit = { refetchOnReconnect: 'always', staleTime: Number.POSITIVE_INFINITY } as const

export const useMakes = () =>
  useQuery({ ...forVisit, queryKey: ['vehicles.makes'], queryFn: ({ signal }) => send(makes, {}, signal) })

/** Asks nothing until a make is chosen. */
export const useModels = (makeId: number | undefined) =>
  useQuery({
    ...forVisit,
    queryKey: ['vehicles.models', { makeId }],
    queryFn: ({ signal }) => send(models, { params: { makeId: makeId ?? 0 } }, signal),
    enabled: makeId !== undefined,
  })

/** What one line of text names; asks nothing before its second letter. */
export const useSearch = (text: string) =>
  useQuery({
    queryKey: ['vehicles.search', { text }],
    queryFn: ({ signal }) => send(searchVehicles, { query: { Query: text } }, signal),
    enabled: text.length > 1,
    placeholderData: keepPreviousData,
  })

export const useColors = () =>
  useQuery({ ...forVisit, queryKey: ['vehicles.colors'], queryFn: ({ signal }) => send(colors, {}, signal) })

export const useStates = () =>
  useQuery({ ...forVisit, queryKey: ['vehicles.states'], queryFn: ({ signal }) => send(states, {}, signal) })
