import 'limber/worker/thread';
