// The worker that solves a proof of work, off the main thread; the library answers its messages.
import 'altcha-lib/worker'
