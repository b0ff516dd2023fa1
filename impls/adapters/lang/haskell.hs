-- Haskell's decoders, one per argument, as a child of `placemat audit`:
--   ghc -O -o adapter impls/adapters/lang/haskell.hs && ./adapter text_decode_utf8
-- Shows what they do; must not know what is right.
{-# LANGUAGE LambdaCase #-}
module Main (main) where

import Control.Exception (IOException, SomeException, evaluate, handle, try)
import Control.Monad (forever, when)
import Data.Bits ((.|.))
import qualified Data.ByteString as B
import qualified Data.ByteString.Builder as BB
import qualified Data.ByteString.Char8 as C
import qualified Data.ByteString.Lazy as L
import Data.Char (ord)
import qualified Data.Text as T
import qualified Data.Text.Encoding as E
import qualified Data.Text.Encoding.Error as E
import qualified Data.Text.Lazy as TL
import qualified Data.Text.Lazy.Encoding as LE
import Data.Version (showVersion)
import GHC.Foreign (peekCStringLen)
import GHC.IO.Encoding (mkTextEncoding)
import System.Environment (getArgs)
import System.Exit (ExitCode (..), exitSuccess, exitWith)
import System.IO
import System.Info (compilerVersion)

units :: B.ByteString -> B.ByteString
units hex = fst (B.unfoldrN (B.length hex `div` 2) pair 0)
  where
    pair at = Just (16 * digit at + digit (at + 1), at + 2)
    digit at = case B.index hex at of
      letter | letter > 57 -> (letter .|. 32) - 87
      number -> number - 48

chunks :: B.ByteString -> [B.ByteString]
chunks = map units . C.split '|'

-- What the last call hands back undecoded is left to the caller.
stream :: [B.ByteString] -> BB.Builder
stream parts = go parts (E.streamDecodeUtf8With E.lenientDecode) B.empty
  where
    go [] _ rest
      | B.null rest = mempty
      | otherwise = BB.string7 " raw:" <> foldMap BB.word8HexFixed (B.unpack rest)
    go (part : more) decode _ = case decode part of
      E.Some text rest next -> values (T.unpack text) <> go more next rest

values :: String -> BB.Builder
values = foldMap (\c -> BB.char7 ' ' <> BB.wordHex (fromIntegral (ord c)))

reason :: SomeException -> String
reason = map (\c -> if c < ' ' || c > '~' then '?' else c) . show

foreignDecode :: String -> B.ByteString -> IO BB.Builder
foreignDecode name bytes =
  mkTextEncoding name >>= \encoding -> values <$> B.useAsCStringLen bytes (peekCStringLen encoding)

-- name, mode, policy, function
apis :: [(String, (String, String, B.ByteString -> IO BB.Builder))]
apis =
  [ ("text_decode_utf8", ("strict", "reject", pure . values . T.unpack . E.decodeUtf8 . units))
  , ("text_decode_lenient", ("lossy", "maximal-subpart", pure . values . T.unpack . E.decodeUtf8With E.lenientDecode . units))
  , ("text_decode_ignore", ("lossy", "skip", pure . values . T.unpack . E.decodeUtf8With E.ignore . units))
  , ("text_lazy_decode_lenient", ("lossy", "maximal-subpart",
      pure . values . TL.unpack . LE.decodeUtf8With E.lenientDecode . L.fromStrict . units))
  , ("text_lazy_decode_chunks", ("stream", "maximal-subpart",
      pure . values . TL.unpack . LE.decodeUtf8With E.lenientDecode . L.fromChunks . chunks))
  , ("text_stream_decode", ("stream", "maximal-subpart", pure . stream . chunks))
  , ("base_utf8", ("strict", "reject", foreignDecode "UTF-8" . units))
  , ("base_utf8_ignore", ("lossy", "skip", foreignDecode "UTF-8//IGNORE" . units))
  , ("base_utf8_translit", ("lossy", "maximal-subpart", foreignDecode "UTF-8//TRANSLIT" . units))
  ]

-- Nothing more can be read without waiting.
isIdle :: IO Bool
isIdle = handle (\e -> const (pure True) (e :: IOException)) (not <$> hReady stdin)

main :: IO ()
main = do
  arguments <- getArgs
  (api, (mode, policy, decode)) <- case [(name, api) | [asked] <- [arguments], (name, api) <- apis, name == asked] of
    [chosen] -> pure chosen
    _ -> do
      hPutStrLn stderr ("haskell.hs: which decoder? One of: " ++ unwords (map fst apis))
      exitWith (ExitFailure 2)
  hSetBinaryMode stdin True
  hSetBinaryMode stdout True
  hSetBuffering stdout (BlockBuffering Nothing)
  forever $ isEOF >>= \case
    True -> exitSuccess
    False -> do
      line <- C.getLine
      case C.words line of
        (first : _) | first == C.pack "placemat" -> putStrLn $ "hello {\"name\":\"haskell_" ++ api ++ "\",\"version\":\""
          ++ showVersion compilerVersion ++ "\",\"dialect\":\"utf-8\",\"policy\":\"" ++ policy
          ++ "\",\"bom\":\"keep\",\"modes\":[\"" ++ mode ++ "\"]}"
        (number : asked : rest) -> do
          C.putStr number
          if asked /= C.pack mode
            then putStrLn " unsupported"
            else do
              seen <- try (decode (B.concat rest) >>= evaluate . L.toStrict . BB.toLazyByteString)
              either (\e -> putStrLn (" error - - " ++ reason (e :: SomeException)))
                (\text -> putStr " ok" >> C.putStrLn text) seen
        _ -> pure ()
      idle <- isIdle
      when idle (hFlush stdout)
