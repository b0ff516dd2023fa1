--  The decoders of GNAT's library, one per argument, as a child of `placemat audit`:
--    gnatmake -O2 impls/adapters/lang/ada_adapter.adb && ./ada_adapter wide_wide_decode
--  Shows what they do; must not know what is right.
with Ada.Command_Line;
with Ada.Exceptions;
with Ada.Strings.UTF_Encoding.Wide_Strings;
with Ada.Strings.UTF_Encoding.Wide_Wide_Strings;
with Ada.Text_IO; use Ada.Text_IO;
with GNAT.Compiler_Version;
with GNAT.Decode_UTF8_String;

procedure Ada_Adapter is
   package Version is new GNAT.Compiler_Version;
   Api : constant String :=
     (if Ada.Command_Line.Argument_Count = 1 then Ada.Command_Line.Argument (1) else "");

   --  A Wide_String has 16 bits a character and no pairs.
   Wide : constant Boolean := Api = "wide_decode" or else Api = "gnat_decode_wide_string";

   function Hex (Value : Natural) return String is
      Digit : constant String := "0123456789ABCDEF";
   begin
      return (if Value < 16 then "" else Hex (Value / 16)) & Digit (Value mod 16 + 1);
   end Hex;

   function Units (Text : String) return String is
      Result : String (1 .. Text'Length / 2);
   begin
      for I in Result'Range loop
         Result (I) := Character'Val
           (Integer'Value ("16#" & Text (Text'First + 2 * I - 2 .. Text'First + 2 * I - 1) & "#"));
      end loop;
      return Result;
   end Units;

   procedure Show (Text : Wide_Wide_String) is
   begin
      Put ("ok");
      for C of Text loop
         Put (" " & Hex (Wide_Wide_Character'Pos (C)));
      end loop;
   end Show;

   --  Wide_String is UTF-16: pairs are joined, a lone surrogate is shown as it is.
   procedure Show (Text : Wide_String) is
      At_Unit : Positive := Text'First;
      High, Low : Natural;
   begin
      Put ("ok");
      while At_Unit <= Text'Last loop
         High := Wide_Character'Pos (Text (At_Unit));
         Low := (if At_Unit < Text'Last then Wide_Character'Pos (Text (At_Unit + 1)) else 0);
         if High in 16#D800# .. 16#DBFF# and then Low in 16#DC00# .. 16#DFFF# then
            Put (" " & Hex (16#10000# + (High - 16#D800#) * 16#400# + (Low - 16#DC00#)));
            At_Unit := At_Unit + 2;
         else
            Put (" " & Hex (High));
            At_Unit := At_Unit + 1;
         end if;
      end loop;
   end Show;

   procedure Answer (Text : String) is
   begin
      if Api = "wide_wide_decode" then
         Show (Wide_Wide_String'(Ada.Strings.UTF_Encoding.Wide_Wide_Strings.Decode (Text)));
      elsif Api = "wide_decode" then
         Show (Wide_String'(Ada.Strings.UTF_Encoding.Wide_Strings.Decode (Text)));
      elsif Text = "" then
         Put ("ok");
      elsif Api = "gnat_decode_wide_wide_string" then
         Show (Wide_Wide_String'(GNAT.Decode_UTF8_String.Decode_Wide_Wide_String (Text)));
      else
         Show (Wide_String'(GNAT.Decode_UTF8_String.Decode_Wide_String (Text)));
      end if;
   exception
      when E : others => Put ("error - - " & Ada.Exceptions.Exception_Name (E));
   end Answer;

begin
   if Api /= "wide_wide_decode" and then Api /= "wide_decode"
     and then Api /= "gnat_decode_wide_wide_string" and then Api /= "gnat_decode_wide_string"
   then
      Put_Line (Standard_Error, "ada_adapter: which decoder? One of: wide_wide_decode wide_decode"
                & " gnat_decode_wide_wide_string gnat_decode_wide_string");
      Ada.Command_Line.Set_Exit_Status (2);
      return;
   end if;
   while not End_Of_File loop
      declare
         Line : constant String := Get_Line;
         First, Second : Natural := 0;
      begin
         for I in Line'Range loop
            if Line (I) = ' ' then
               if First = 0 then
                  First := I;
               elsif Second = 0 then
                  Second := I;
               end if;
            end if;
         end loop;
         if Second = 0 then
            Second := Line'Last + 1;
         end if;
         if Line (Line'First .. First - 1) = "placemat" then
            Put ("hello {""name"":""ada_" & Api & """,""version"":""" & Version.Version
                 & """,""dialect"":""" & (if Wide then "utf8mb3" else "utf-8") & """,""policy"":""reject"",""bom"":""keep"",""modes"":[""strict""]}");
         else
            Put (Line (Line'First .. First));
            if Line (First + 1 .. Second - 1) = "strict" then
               Answer (Units (Line (Second + 1 .. Line'Last)));
            else
               Put ("unsupported");
            end if;
         end if;
         New_Line;
         Flush;
      end;
   end loop;
end Ada_Adapter;
